import { describe, expect, it, vi } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { Alerts } from "../../../../src/main/app/alerts.ts";

const DAMAGED = message("app.conversations-anew", { why: "damaged" });
const FULL = message("storage.full", { file: "journal.db" });
const ELSEWHERE = message("app.elsewhere.sign-in", { count: 1, environment: "Staging" });

function scene() {
	const changed = vi.fn();
	return { alerts: new Alerts([DAMAGED], () => [ELSEWHERE], changed), changed };
}

describe("the app's reports on itself", () => {
	it("begin with the reason why the journal can't be written", () => {
		const { alerts, changed } = scene();
		alerts.storage(FULL);
		expect(alerts.all()).toEqual([FULL, DAMAGED, ELSEWHERE]);
		alerts.storage(null);
		expect(alerts.all()).toEqual([DAMAGED, ELSEWHERE]);
		expect(changed).toHaveBeenCalledTimes(2);
	});

	it("are not repeated if the journal fails for the same reason", () => {
		const { alerts, changed } = scene();
		alerts.storage(FULL);
		alerts.storage(message("storage.full", { file: "journal.db" }));
		expect(changed).toHaveBeenCalledTimes(1);
	});

	it("keep additions until the end", () => {
		const { alerts, changed } = scene();
		alerts.add(FULL);
		expect(alerts.all()).toEqual([DAMAGED, FULL, ELSEWHERE]);
		expect(changed).toHaveBeenCalledTimes(1);
	});
});
