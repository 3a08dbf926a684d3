/** A separate file, so that a window that starts in the inbox doesn't load any other page. */
export { InboxPage } from "./inbox/inbox-page.tsx";
