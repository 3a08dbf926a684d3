import type { IdlData } from "./data-types.ts";

declare const data: IdlData;
// JSON has no other export.
// oxlint-disable-next-line import/no-default-export
export default data;
