import { ed25519 } from "@noble/curves/ed25519.js";
import { base64 } from "@scure/base";
import { describe, expect, it } from "vitest";
import {
	compareVersions,
	downloadFault,
	listFault,
	MAX_LIST_BYTES,
	openList,
	signList,
	type UpdateList,
} from "../../../../src/main/updates/signed-list.ts";
import { after, body, KEYS, NOW, published, SECRETS } from "./lists.ts";

const keys = [KEYS.present, KEYS.next];

function listOf(text: string): UpdateList {
	const reading = openList(text, keys);
	if (!reading.ok) throw new Error(reading.fault);
	return reading.list;
}

describe("a published list", () => {
	it("is accepted if the present key or the next one signed it", () => {
		expect(listOf(published())).toMatchObject({ version: "0.2.0", expires: Date.parse(after(90)) });
		expect(listOf(published({}, SECRETS.next)).version).toBe("0.2.0");
	});

	it("is refused if another key signed it, or none is known", () => {
		expect(openList(published({}, SECRETS.other), keys)).toEqual({ ok: false, fault: "signature" });
		expect(openList(published(), [])).toEqual({ ok: false, fault: "signature" });
		expect(openList(published(), ["AAAA", ""])).toEqual({ ok: false, fault: "signature" });
	});

	it("is refused if one character of it was changed", () => {
		const text = published();
		for (const at of [0, 40, 89, 100, text.length - 1]) {
			const changed = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
			expect(openList(changed, keys).ok, `at ${at}`).toBe(false);
		}
	});

	it("is refused without a signature", () => {
		for (const text of [
			"",
			body(),
			`\n${body()}`,
			`${"A".repeat(88)} ${body()}`,
			`${"!".repeat(88)}\n${body()}`,
		])
			expect(openList(text, keys)).toEqual({ ok: false, fault: "unsigned" });
	});

	it("is not parsed before its signature is good", () => {
		expect(openList(`${base64.encode(new Uint8Array(64))}\nno json`, keys)).toEqual({
			ok: false,
			fault: "signature",
		});
	});

	it("accepts no signature that was made for something else", () => {
		const bare = ed25519.sign(new TextEncoder().encode(body()), SECRETS.present);
		expect(openList(`${base64.encode(bare)}\n${body()}`, keys)).toEqual({ ok: false, fault: "signature" });
	});

	it("is refused if it is signed, but not a list", () => {
		const wrong = [
			"no json",
			"[]",
			body({ version: "0.2" }),
			body({ version: "0.2.0-beta" }),
			body({ expires: "tomorrow" }),
			body({ files: [] }),
			body({ files: [{ name: "../x", size: 1, sha256: "a".repeat(64) }] }),
			body({ changes: ["x".repeat(301)] }),
			body({ changes: Array.from({ length: 31 }, () => "x") }),
		];
		for (const each of wrong)
			expect(openList(signList(each, SECRETS.present), keys), each.slice(0, 60)).toEqual({
				ok: false,
				fault: "unreadable",
			});
	});

	it("is refused if it exceeds any list's size", () => {
		const large = signList(`${body()}${" ".repeat(MAX_LIST_BYTES)}`, SECRETS.present);
		expect(openList(large, keys)).toEqual({ ok: false, fault: "too-large" });
	});
});

describe("a correctly signed list", () => {
	const standing = { seen: null, installed: "0.1.0", now: NOW };

	it("is trusted while it is current, even if it is of the installed version", () => {
		expect(listFault(listOf(published()), standing)).toBeNull();
		expect(listFault(listOf(published({ version: "0.1.0" })), standing)).toBeNull();
	});

	it("is refused once it has expired: somebody may be withholding the newer one", () => {
		expect(listFault(listOf(published({ expires: after(0) })), standing)).toBe("expired");
	});

	it("is refused as expired by the time of the newest known list, if the clock was set back", () => {
		const seen = listOf(published({ issued: after(0) }));
		const old = listOf(published({ version: "0.3.0", issued: after(-90), expires: after(-60) }));
		expect(listFault(old, { ...standing, seen, now: Date.parse(after(-80)) })).toBe("expired");
	});

	it("is refused if its date is in the future", () => {
		expect(listFault(listOf(published({ issued: after(2) })), standing)).toBe("early");
		expect(listFault(listOf(published({ issued: after(0.9) })), standing)).toBeNull();
	});

	it("is refused if it names an older version than the installed one, or than an earlier list", () => {
		expect(listFault(listOf(published()), { ...standing, installed: "0.2.1" })).toBe("older");
		const seen = listOf(published({ version: "0.3.0", issued: after(-2) }));
		expect(listFault(listOf(published()), { ...standing, seen })).toBe("older");
	});

	it("is refused if a later one was seen, although it names the same version", () => {
		const seen = listOf(published({ issued: after(-0.5) }));
		expect(listFault(listOf(published()), { ...standing, seen })).toBe("older");
		expect(listFault(seen, { ...standing, seen })).toBeNull();
	});
});

describe("a downloaded file", () => {
	const list = listOf(published());
	const file = { name: "Countersign-0.2.0.AppImage", size: 3, sha256: "a".repeat(64) };

	it("matches the list by name, size and digest", () => {
		expect(downloadFault(list, file)).toBeNull();
		expect(downloadFault(list, { ...file, sha256: "b".repeat(64) })).toBe("digest");
		expect(downloadFault(list, { ...file, size: 4 })).toBe("size");
		expect(downloadFault(list, { ...file, name: "Countersign-0.2.0.deb" })).toBe("unnamed");
	});
});

describe("versions", () => {
	it("are compared as numbers, and a prerelease comes before its version", () => {
		const order = ["0.1.0-beta.2", "0.1.0", "0.2.0", "0.10.0", "1.0.0-rc", "1.0.0"];
		expect([...order].reverse().toSorted(compareVersions)).toEqual(order);
		expect(compareVersions("1.2.3+a", "1.2.3+b")).toBe(0);
	});
});
