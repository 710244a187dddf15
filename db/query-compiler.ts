import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
} from "kysely";

/** PostgreSQL rejects "in ()". */
const OF_AN_EMPTY_LIST = new Map([
  ["in", "false"],
  ["not in", "true"],
]);

export class QueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node;
    const isEmpty = (PrimitiveValueListNode.is(list) || ValueListNode.is(list)) && list.values.length === 0;
    const answer = isEmpty && OperatorNode.is(operator) ? OF_AN_EMPTY_LIST.get(operator.operator) : undefined;
    if (answer === undefined) super.visitBinaryOperation(node);
    else this.append(answer);
  }
}

export class Dialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new QueryCompiler();
  }
}
