import { expect, test } from "@playwright/test";
import { staged } from "../pages/staged.ts";
import { until } from "../pages/until.ts";

/** Main's `net.fetch` shares the windows' session, whose filter lets nothing of a page out: are the two told apart? */

const here = staged({ keys: false });

test("what main asks reaches the service, and what a page asks of the same address does not", async () => {
	const stage = here();
	await until("the service to be followed", async () =>
		/Live|Polling|Watching/.test(await stage.desk.connection()),
	);
	const { url } = stage.world.service;
	const asked = await stage.desk.page.evaluate(
		(address) =>
			fetch(address, { mode: "no-cors" }).then(
				() => "answered",
				() => "refused",
			),
		url,
	);
	expect(asked).toBe("refused");
});
