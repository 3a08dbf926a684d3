/** A separate file, so that a window that starts in the inbox doesn't load any other page. */
export { InboxPage as InboxPlace } from "./inbox/inbox-page.tsx";
