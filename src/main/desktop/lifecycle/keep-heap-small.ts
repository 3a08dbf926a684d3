import { keepHeapSmall } from "./heap.ts";

/** Must be imported before other modules, because evaluating them fills the heap. */
keepHeapSmall();
