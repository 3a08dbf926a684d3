import type { IdlData } from "./data-types.ts";

declare const data: IdlData;
// oxlint-disable-next-line import/no-default-export -- JSON has only a default export.
export default data;
