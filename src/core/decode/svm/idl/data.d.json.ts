import type { IdlData } from "./data-types.ts";

declare const data: IdlData;
// JSON has no other export.
// eslint-disable-next-line no-restricted-syntax
export default data;
