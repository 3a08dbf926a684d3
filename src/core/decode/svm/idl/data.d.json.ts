import type { IdlData } from "./data-types.ts";

declare const data: IdlData;
// JSON only has a default export. oxlint-disable-next-line import/no-default-export
export default data;
