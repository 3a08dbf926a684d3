import type { SignedData } from "./data-types.ts";

declare const data: SignedData;
// JSON has no other export.
// oxlint-disable-next-line import/no-default-export
export default data;
