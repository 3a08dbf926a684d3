import type { SignedData } from "./data-types.ts";

declare const data: SignedData;
// JSON only has a default export. oxlint-disable-next-line import/no-default-export
export default data;
