import { expect, it } from "vitest";
import { message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

it("a sign-in names all that one is signed in for", () => {
	const resources = [message("sign-in.resource.agent"), message("sign-in.resource.account")];
	expect(textOf(message("sign-in.done", { resources }))).toBe(
		"You are signed in for the agent and your account.",
	);
});
