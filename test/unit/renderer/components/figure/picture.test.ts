import { describe, expect, it } from "vitest";
import { addressPicture, hashCells } from "../../../../../src/renderer/components/figure/pictures.tsx";

const HASH = "7f3a91c204deb86f5510aa7ec3d92b84e0196c3d7a52f8140bd6731ec94f20a8";

describe("the picture of a fingerprint", () => {
	it("is the same for the same fingerprint", () => {
		expect(hashCells(HASH)).toEqual(hashCells(HASH));
	});
	it("is eight by eight and mirrored", () => {
		const cells = hashCells(HASH);
		expect(cells).toHaveLength(8);
		for (const row of cells) expect(row).toEqual(row.toReversed());
	});
	it("uses some of each of the 32 bytes", () => {
		for (let byte = 0; byte < 32; byte++) {
			const at = byte * 2;
			const flipped = (Number.parseInt(HASH.slice(at, at + 2), 16) ^ 0xc0).toString(16).padStart(2, "0");
			expect(hashCells(HASH.slice(0, at) + flipped + HASH.slice(at + 2))).not.toEqual(hashCells(HASH));
		}
	});
	it("is empty, not broken, for an invalid hash", () => {
		expect(
			hashCells("zz")
				.flat()
				.every((level) => level === 0),
		).toBe(true);
	});
});

describe("the picture of an address", () => {
	const ADDRESS = "0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199";
	it("does not depend on the letter case of the checksum", () => {
		expect(addressPicture(ADDRESS)).toEqual(addressPicture(ADDRESS.toLowerCase()));
	});
	it("does depend on it if case is part of the address", () => {
		expect(addressPicture("So11111111111111111111111111111111111111112")).not.toEqual(
			addressPicture("so11111111111111111111111111111111111111112"),
		);
	});
	it("differs for look-alikes that share their ends", () => {
		expect(addressPicture("0x8626f6000000000000000000000000000009c1199")).not.toEqual(
			addressPicture("0x8626f6000000000000000000000000000019c1199"),
		);
	});
});
