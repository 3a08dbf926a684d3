import type { DescriptorData } from "./data-types.ts";

declare const data: DescriptorData;
// JSON has no other export.
// eslint-disable-next-line no-restricted-syntax
export default data;
