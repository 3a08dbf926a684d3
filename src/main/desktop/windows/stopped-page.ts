import { t } from "../../../text/index.ts";
import type { Half } from "./served-file.ts";

/**
 * Replaces a page whose renderer crashed. It has no script and none of the renderer's files, so the same bug
 * can't break it.
 */

export const stoppedPageOf = (half: Half): string => `app://${half}/stopped.html`;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center;
	font: 15px/1.5 system-ui, sans-serif; background: light-dark(#f6f6f4, #121419); color: light-dark(#14171c, #eceef2); }
main { max-width: 26rem; padding: 2rem; }
h1 { font-size: 20px; margin: 0 0 .5rem; }
p { margin: 0 0 1.25rem; color: light-dark(#4a5160, #a9b0be); }
a { display: inline-block; padding: .55rem 1.1rem; border-radius: 6px; font-weight: 500; text-decoration: none;
	background: light-dark(#14171c, #eceef2); color: light-dark(#f6f6f4, #121419); }
a:focus-visible { outline: 2px solid light-dark(#2747c7, #8ea6ff); outline-offset: 2px; }
`;

function page(): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Countersign</title><link rel="stylesheet" href="stopped.css"></head>
<body><main><h1>${escaped(t("desktop.stopped.title"))}</h1><p>${escaped(t("desktop.stopped"))}</p>
<a href="index.html" autofocus>${escaped(t("desktop.stopped.reload"))}</a></main></body></html>
`;
}

export interface StoppedFile {
	readonly type: string;
	readonly body: string;
}

export function stoppedFile(address: string): StoppedFile | null {
	switch (/^app:\/\/(?:desk|trusted)\/stopped\.(html|css)$/.exec(address)?.[1]) {
		case "html":
			return { type: "text/html; charset=utf-8", body: page() };
		case "css":
			return { type: "text/css; charset=utf-8", body: STYLE };
		default:
			return null;
	}
}
