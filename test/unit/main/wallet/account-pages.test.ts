import { describe, expect, it } from "vitest";
import { readWatched } from "../../../../src/main/wallet/account-pages.ts";
import { saying } from "../../../support/saying.ts";
import { JUNK_FIRST, JUNK_SVM } from "../../vault/scene.ts";

/** Input of an address to watch. */

const swapped = JUNK_FIRST.replace(/[a-f]/, (letter) => letter.toUpperCase());

describe("an address to watch", () => {
	it("is of either family, without its surrounding text", () => {
		expect(readWatched(` ${JUNK_FIRST}\n`)).toEqual({
			ok: true,
			account: { family: "evm", address: JUNK_FIRST },
		});
		expect(readWatched(JUNK_SVM)).toEqual({ ok: true, account: { family: "svm", address: JUNK_SVM } });
	});

	it("is refused with its reason if a letter of it was mistyped, or it is invalid", () => {
		expect(swapped).not.toBe(JUNK_FIRST);
		expect(readWatched(swapped)).toEqual({ ok: false, text: saying("app.watch.checksum") });
		expect(readWatched("mira.eth")).toEqual({ ok: false, text: saying("app.watch.no-address") });
	});
});
