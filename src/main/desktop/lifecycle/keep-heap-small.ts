import { keepHeapSmall } from "./heap.ts";

/** Imported first, before evaluating other modules fills the heap. */
keepHeapSmall();
