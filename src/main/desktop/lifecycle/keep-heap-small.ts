import { keepHeapSmall } from "./heap.ts";

/** Imported first, before the other modules fill the heap while they are evaluated. */
keepHeapSmall();
