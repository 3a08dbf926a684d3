import { describe, expect, it } from "vitest";
import { isFromPage } from "../../../../../src/main/desktop/windows/sender.ts";

const page = "app://trusted/index.html";

function sender({ contentsId = 7, url = page, isMain = true } = {}) {
	return { contentsId, frame: { url, isMain } };
}

describe("the sender of a command", () => {
	it("is the main frame of that window's page", () => {
		expect(isFromPage(sender(), 7, page)).toBe(true);
	});

	it("is not another window, and absent while there is no window", () => {
		expect(isFromPage(sender({ contentsId: 8 }), 7, page)).toBe(false);
		expect(isFromPage(sender(), null, page)).toBe(false);
	});

	it("is not a frame inside the page, or a removed one", () => {
		expect(isFromPage(sender({ isMain: false }), 7, page)).toBe(false);
		expect(isFromPage({ contentsId: 7, frame: null }, 7, page)).toBe(false);
	});

	it.each([
		"",
		"about:blank",
		"app://desk/index.html",
		"app://trusted.evil/index.html",
		"app://trusted:80/index.html",
		"app://user@trusted/index.html",
		"app://trusted/other.html",
		"https://trusted/index.html",
		"file:///index.html",
		"not a url",
	])("is not a frame at %j", (url) => {
		expect(isFromPage(sender({ url }), 7, page)).toBe(false);
	});
});
