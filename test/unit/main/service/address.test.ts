import { describe, expect, it } from "vitest";
import { pathSegment, urlOf } from "../../../../src/main/service/address.ts";
import { createCommits } from "../../../../src/main/service/commits.ts";
import { HttpClient } from "../../../../src/main/service/http.ts";
import { realClock } from "../conversations/followed.ts";

const BASE = "https://service.example";

describe("an id in a path", () => {
	it.each(["a/b", "a b", "会话", "...", ".a", "%2e", "a?b#c", "x".repeat(160)])(
		"stays one segment that names “%s”",
		(id) => {
			const segments = urlOf(BASE, `/v1/${pathSegment(id)}/end`, {}).pathname.split("/");
			expect(segments).toHaveLength(4);
			expect(decodeURIComponent(segments[2] ?? "")).toBe(id);
		},
	);

	it.each(["", ".", "..", "\ud800"])("is refused before anything is sent if it is %j", async (id) => {
		let sent = 0;
		const fetch = () => {
			sent += 1;
			return Promise.reject(new TypeError("sent"));
		};
		const http = new HttpClient({ fetch, clock: realClock, baseUrl: () => BASE, token: () => "token" });
		await expect(createCommits(http).getCommit(id, "ses_1")).rejects.toMatchObject({
			kind: "refused",
			text: { code: "service.id.unusable" },
			unsent: true,
		});
		expect(sent).toBe(0);
	});
});
