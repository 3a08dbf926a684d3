import { expect, it } from "vitest";
import { placeInPhrase } from "../../../../src/main/wallet/phrase-place.ts";
import { pathOf } from "../../../../src/vault/keys/keys.ts";
import { pathOfSvm } from "../../../../src/vault/keys/keys-svm.ts";

it("is the number by which the vault derives it, of either family", () => {
	for (const number of [0, 7, 120]) {
		expect(placeInPhrase({ family: "evm", signer: "local", path: pathOf(number) })).toBe(number);
		expect(placeInPhrase({ family: "svm", signer: "local", path: pathOfSvm(number) })).toBe(number);
	}
});

it("is none of an imported key, of a Ledger's, and of another way of counting", () => {
	expect(placeInPhrase({ family: "evm", signer: "local", path: null })).toBeNull();
	expect(placeInPhrase({ family: "evm", signer: "ledger", path: pathOf(0) })).toBeNull();
	expect(placeInPhrase({ family: "evm", signer: "local", path: "m/44'/60'/1'/0/0" })).toBeNull();
	expect(placeInPhrase({ family: "svm", signer: "local", path: pathOf(0) })).toBeNull();
});
