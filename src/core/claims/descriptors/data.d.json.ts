import type { DescriptorData } from "./data-types.ts";

declare const data: DescriptorData;
// JSON only has a default export. oxlint-disable-next-line import/no-default-export
export default data;
