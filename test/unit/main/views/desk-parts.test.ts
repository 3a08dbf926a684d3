import { describe, expect, it } from "vitest";
import { publicPart } from "../../../../src/main/views/desk-parts.ts";

describe("the desk's display of an RPC address", () => {
	it.each([
		["https://rpc.example/v3/abcdef0123456789", "https://rpc.example/…"],
		["https://rpc.example/?key=secret", "https://rpc.example/…"],
		["https://user:secret@rpc.example/", "https://rpc.example"],
		["http://127.0.0.1:8545", "http://127.0.0.1:8545"],
		["nonsense", "unreadable address"],
	])("omits possible secrets of %s", (url, shown) => {
		expect(publicPart(url)).toBe(shown);
	});
});
