import type { SignedData } from "./data-types.ts";

declare const data: SignedData;
// oxlint-disable-next-line import/no-default-export -- JSON has only a default export.
export default data;
