import type { ContentView } from "../../../bridge/views.ts";

export type ContentOf<Kind extends ContentView["kind"]> = Extract<ContentView, { readonly kind: Kind }>;
