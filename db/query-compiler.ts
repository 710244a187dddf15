import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
} from "kysely";

/** PostgreSQL refuses "in ()": nothing is in an empty list, and everything is outside of it. */
const OF_AN_EMPTY_LIST = new Map([
  ["in", "false"],
  ["not in", "true"],
]);

/** Kysely's own compiler, which also writes comparisons with an empty list. */
export class QueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node;
    const isEmpty = (PrimitiveValueListNode.is(list) || ValueListNode.is(list)) && list.values.length === 0;
    const answer = isEmpty && OperatorNode.is(operator) ? OF_AN_EMPTY_LIST.get(operator.operator) : undefined;
    if (answer === undefined) super.visitBinaryOperation(node);
    else this.append(answer);
  }
}

/** Kysely's own dialect with that compiler. */
export class Dialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new QueryCompiler();
  }
}
