/** Kept in a separate file, so a window that starts in the inbox loads no other page. */
export { InboxPage as InboxPlace } from "./inbox/inbox-page.tsx";
