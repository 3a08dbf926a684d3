import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { EntryRow } from "../../../../src/renderer/desk/inbox/entry-row.tsx";
import { EntryCard } from "../../../../src/renderer/desk/session/item.tsx";
import { entry } from "../../../preview/samples/desk.ts";
import { renderDesk } from "./drawn.tsx";

const nothing = () => {};

describe("the text of a pending entry", () => {
	const note = message("ui.nothing-waits");
	const settling = entry({ state: "settling", stepsDone: 3, note });
	it("is a sentence in the inbox and in the conversation, never a raw message", () => {
		const row = (
			<EntryRow
				entry={settling}
				isMember={false}
				chosen={false}
				selected={false}
				onSelect={nothing}
				acts={{ choose: nothing, open: nothing, read: nothing, reject: nothing, more: nothing }}
			/>
		);
		for (const element of [row, <EntryCard key="card" entry={settling} chosen={false} />])
			expect(renderDesk(element)).toContain("You’re all caught up");
	});
});
