import { expect, it } from "vitest";
import { oneDialog } from "../../../../../src/main/desktop/shell/one-dialog.ts";

it("the user is asked one thing at a time, and again once it is answered or failed", async () => {
	const first = Promise.withResolvers<string>();
	const asked = oneDialog(() => first.promise, "not asked");
	expect(await oneDialog(() => Promise.resolve("second"), "not asked")).toBe("not asked");
	first.reject(new Error("gone"));
	await expect(asked).rejects.toThrow("gone");
	expect(await oneDialog(() => Promise.resolve("third"), "not asked")).toBe("third");
});
