export interface Schema {
  [key: string]: unknown;
  $ref?: string;
  description?: string;
  examples?: unknown[];
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}
export type Content = Record<string, { schema: Schema }>;

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; description?: string; required?: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

export const REFERENCE = "#/components/schemas/";

export function resolve(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  return (schema.$ref && schemas[schema.$ref.slice(REFERENCE.length)]) || schema;
}
