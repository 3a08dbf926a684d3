/** Inbox in its own file, served to the desk only: a window that opens there loads no other screen. */
export { InboxPage as InboxPlace } from "./inbox/inbox-page.tsx";
