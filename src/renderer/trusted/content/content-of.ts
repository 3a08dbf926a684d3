import type { ContentView } from "../../../ipc/review.ts";

export type ContentOf<Kind extends ContentView["kind"]> = Extract<ContentView, { readonly kind: Kind }>;
