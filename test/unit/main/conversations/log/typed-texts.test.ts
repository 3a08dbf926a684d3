import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TYPED_TEXTS_SQL, TypedTexts } from "../../../../../src/main/conversations/log/typed-texts.ts";
import { openDatabase } from "../../../../../src/main/storage/database.ts";
import { makeFolder } from "../followed.ts";

const ANN = "0x2b5ad5c4795c026514f8317c7a215e218dccd6cf";
const EVE = "0xe1ab8145f7e55dc933d51a18c793f901a3a0b276";

let folder: ReturnType<typeof makeFolder>;
let db: ReturnType<typeof openDatabase>;
let typed: TypedTexts;

beforeEach(() => {
	folder = makeFolder();
	db = openDatabase(`${folder.dir}/journal.db`, {
		synchronous: "FULL",
		firstVersion: 1,
		migrations: [TYPED_TEXTS_SQL],
	});
	typed = new TypedTexts(db);
});

afterEach(() => {
	db.close();
	folder.remove();
});

describe("typed texts", () => {
	it("are listed for their own conversation and identity, oldest first, up to a moment", () => {
		for (const [scope, session, text, at] of [
			["me", "one", "first", 1],
			["me", "one", "second", 2],
			["me", "one", "later", 9],
			["me", "two", "elsewhere", 1],
			["you", "one", "another person's", 1],
		] as const)
			typed.keep(scope, session, { text, at, foreign: [] });
		expect(typed.list("me", "one", 5).map(({ text }) => text)).toEqual(["first", "second"]);
	});

	it("distinguish addresses that were the user's first from others", () => {
		typed.keep("me", "one", { text: `send 1 ETH to ${ANN} or ${EVE}`, at: 1, foreign: [EVE] });
		expect([...typed.userAddresses("me", "one")]).toEqual([ANN]);
		expect(typed.userAddresses("me", "two").size).toBe(0);
		expect(typed.list("me", "one", 1)[0]?.foreign).toEqual([EVE]);
	});

	it("are sorted again once an address' origin is known", () => {
		const row = typed.keep("me", "one", {
			text: `send 1 ETH to ${ANN} or ${EVE}`,
			at: 1,
			foreign: [ANN, EVE],
		});
		expect(typed.userAddresses("me", "one").size).toBe(0);
		typed.revise(row, `send 1 ETH to ${ANN} or ${EVE}`, [EVE]);
		expect([...typed.userAddresses("me", "one")]).toEqual([ANN]);
		expect(typed.list("me", "one", 1)[0]?.foreign).toEqual([EVE]);
	});
});
