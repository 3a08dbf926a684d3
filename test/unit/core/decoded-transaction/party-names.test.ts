import { describe, expect, it } from "vitest";
import type { User } from "../../../../src/core/decoded-transaction/decoded-transaction.ts";
import {
	collectionParam,
	nameParam,
	nameWithAddress,
} from "../../../../src/core/decoded-transaction/party-names.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { composeReview } from "../../../../src/core/review/compose.ts";
import { SIGNER } from "../match/honest.ts";
import { input, user } from "../review/scene.ts";

const APES = "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D";
const ROUTER = "0x1111111254EEB25477B68fb85Ed929f73A960582";
const STRANGER = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";
const SHORT = "0x2B5AD5…cCD6cF";

const on = (chainRef: string | null, patch: Partial<User> = {}): User => user({ chainRef, ...patch });

describe("a party", () => {
	it("has the name of a known contract on the request's network only", () => {
		expect(nameParam(on("1"), ROUTER)).toEqual(message("contract.name.app", { app: "1inch" }));
		for (const chainRef of ["5", null]) expect(nameParam(on(chainRef), ROUTER)).toBe("0x111111…960582");
	});

	it("has the user's name before any other, and else an address", () => {
		expect(nameParam(on("1", { labels: { [ROUTER.toLowerCase()]: "My router" } }), ROUTER)).toBe("My router");
		expect(nameParam(on("1"), SIGNER)).toMatchObject({ code: "account.yours" });
		expect(nameParam(on("1"), STRANGER)).toBe(SHORT);
	});

	it("is shown with its whole address where there is room", () => {
		expect(nameWithAddress(on("1"), ROUTER, ROUTER)).toEqual(
			message("party.named", { name: message("contract.name.app", { app: "1inch" }), address: ROUTER }),
		);
		expect(nameWithAddress(on("1"), STRANGER, STRANGER)).toBe(STRANGER);
	});
});

describe("a collection", () => {
	it("that is known needs no facts for its name", () => {
		expect(collectionParam({ facts: null, user: on("1") }, APES)).toBe("Bored Ape Yacht Club");
	});

	it("is named by its address on another network or if it is unknown", () => {
		for (const [chainRef, address] of [
			["8453", APES],
			["1", STRANGER],
		] as const)
			expect(collectionParam({ facts: null, user: on(chainRef) }, address)).toMatchObject({
				code: "collection.unnamed",
			});
	});
});

describe("a review", () => {
	it("names parties on the network of its request", () => {
		expect(composeReview(input()).user.chainRef).toBe(composeReview(input()).frozen?.chain_ref);
	});
});
