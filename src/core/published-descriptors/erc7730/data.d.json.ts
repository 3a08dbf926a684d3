import type { DescriptorData } from "./data-types.ts";

declare const data: DescriptorData;
// oxlint-disable-next-line import/no-default-export -- JSON has only a default export.
export default data;
