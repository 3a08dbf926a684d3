import type { DescriptorData } from "./data-types.ts";

declare const data: DescriptorData;
// JSON has no other export.
// oxlint-disable-next-line import/no-default-export
export default data;
