/** The inbox, in a file of its own that only the desk is served: a window that opens there reads no other place. */
export { InboxPlace } from "./inbox/inbox-place.tsx";
