import {
	at,
	chat,
	code,
	commit,
	cursorOf,
	type DeliberateDeviation,
	edit,
	get,
	hasToken,
	isMalformed,
	json,
	list,
	type Match,
	replace,
	request,
	status,
} from "./deviation-tools.ts";

/** For each check of reading, a deviation that it must find. */

export interface ReadingTargets {
	/** A session with few events, different from the one that the cursor checks use. */
	readonly victim: string;
}

export function readingDeviations({ victim }: ReadingTargets): readonly DeliberateDeviation[] {
	const ofVictim: Match = (passing) => get(`/v1/agent/chat/${victim}`)(passing) && passing.query.size === 0;
	const events = (change: (events: unknown[]) => unknown) => () =>
		json(ofVictim, (body) => edit(body, ["events"], (old) => change(list(old))));
	const firstOfKind = (type: string, change: (event: unknown) => void) => () =>
		json(get(chat), (body) => {
			const found = list(at(body, ["events"])).find((event) => at(event, ["type"]) === type);
			if (found !== undefined) change(found);
		});
	/** Duplicates each action of a page, and spaces the sequence numbers to make room for the copies. */
	const actionAgain = (change: (first: unknown, again: unknown) => unknown) => () =>
		json(get(chat), (body) =>
			edit(body, ["events"], (old) =>
				list(old).flatMap((event) => {
					const sequence = 2 * Number(at(event, ["sequence"]));
					const first = { ...Object(event), sequence };
					if (first.type !== "action") return [first];
					const again = structuredClone({
						...first,
						event_id: `${first.event_id}-again`,
						sequence: sequence + 1,
					});
					return [first, change(first, again)];
				}),
			),
		);
	const commits = (change: (view: unknown) => void) => () =>
		json(get(chat), (body) =>
			list(at(body, ["commits"]))
				.slice(0, 1)
				.forEach(change),
		);
	const frame = (change: (page: unknown) => void) => () => ({
		frame(text: string) {
			const data = /^data: ?(.*)$/m.exec(text)?.[1];
			if (data === undefined || !/^event: ?page$/m.test(text)) return text;
			const page: unknown = JSON.parse(data);
			change(page);
			return `event: page\ndata: ${JSON.stringify(page)}`;
		},
	});
	const account = (path: string, change: (body: unknown) => void) => () => json(get(path), change);

	return [
		{
			finds: "auth.missing",
			what: "answers without a token by 403",
			make: () => status((passing) => !hasToken(passing), 401, 403),
		},
		{
			finds: "auth.wrong",
			what: "answers a made-up token by 404",
			make: () => status(hasToken, 401, 404),
		},
		{
			finds: "auth.challenge",
			what: "wants Negotiate",
			make: () => ({
				answer(passed) {
					if (passed.status === 401) passed.headers["www-authenticate"] = "Negotiate";
				},
			}),
		},
		{
			finds: "sessions.list",
			what: "says of `archived` yes or no in words",
			make: () =>
				json(get("/v1/agent/sessions"), (body) => edit(body, ["sessions", 0, "archived"], () => "no")),
		},
		{
			finds: "sessions.paging",
			what: "does not heed the list's cursor",
			make: () =>
				request(({ path, query }) => {
					if (path === "/v1/agent/sessions") query.delete("cursor");
				}),
		},
		{
			finds: "session.unknown",
			what: "answers an unknown session by 410",
			make: () =>
				status((passing) => get(chat)(passing) && passing.headers["x-session-id"] === undefined, 404, 410),
		},
		{
			finds: "session.long",
			what: "breaks over a session id that is too long",
			make: () => status(get(/s{161}/), 400, 500),
		},
		{
			finds: "page.form",
			what: "says `has_more` in words",
			make: () => json(ofVictim, (body) => edit(body, ["has_more"], () => "false")),
		},
		{
			finds: "page.session",
			what: "names another session",
			make: () => json(ofVictim, (body) => edit(body, ["session_id"], () => "another")),
		},
		{
			finds: "page.events",
			what: "sends a message whose content is a number",
			make: firstOfKind("message", (event) => edit(event, ["content"], () => 5)),
		},
		{
			finds: "page.actions",
			what: "sends an action without its expires_at",
			make: firstOfKind("action", (event) => {
				if (typeof event === "object" && event !== null) Reflect.deleteProperty(event, "expires_at");
			}),
		},
		{
			finds: "actions.revision",
			what: "sends an action again with an earlier revision",
			make: actionAgain((first, again) => {
				edit(first, ["revision"], (revision) => Number(revision) + 1);
				return again;
			}),
		},
		{
			finds: "actions.content",
			what: "asks for something else under the same revision",
			make: actionAgain((_, again) => {
				edit(again, ["request", "description"], (old) => `${String(old)}, and more`);
				edit(again, ["request", "transactions", 0, "label"], (old) => `${String(old)}, and more`);
				return again;
			}),
		},
		{ finds: "page.order", what: "sends events backwards", make: events((all) => all.toReversed()) },
		{
			finds: "page.unique",
			what: "uses an event id twice",
			make: events((all) => all.map((event) => ({ ...Object(event), event_id: "one" }))),
		},
		{
			finds: "page.more",
			what: "says for ever that there is more, and its cursor stands",
			make: () => json(get(chat), (body) => edit(body, ["has_more"], () => true)),
		},
		{
			finds: "page.more",
			what: "says for ever that there is more, by a new cursor each time",
			make: () => {
				const real = new Map<string, string>();
				let times = 0;
				return {
					request({ query }) {
						const cursor = real.get(query.get("cursor") ?? "");
						if (cursor !== undefined) query.set("cursor", cursor);
					},
					answer(passed, passing) {
						const cursor = at(passed.json, ["cursor"]);
						if (passed.status !== 200 || !get(chat)(passing) || typeof cursor !== "string") return;
						times += 1;
						real.set(`moving-${times}`, cursor);
						edit(passed.json, ["cursor"], () => `moving-${times}`);
						edit(passed.json, ["has_more"], () => true);
					},
				};
			},
		},
		{
			finds: "page.extra",
			verdict: "extra",
			what: "adds a member to a page",
			make: () => json(ofVictim, (body) => edit(body, ["terminal_turn"], () => null)),
		},
		{
			finds: "page.extra",
			verdict: "extra",
			what: "sends an event of a kind of its own",
			make: events((all) => [
				...all,
				{ ...Object(all.at(-1)), type: "branch", event_id: "b", sequence: 9_999 },
			]),
		},
		{
			finds: "cursor.after",
			what: "starts anew where a cursor has nothing after it",
			make: () => ({
				async answer(passed, passing, again) {
					const empty = list(at(passed.json, ["events"])).length === 0;
					if (!get(chat)(passing) || cursorOf(passing) === null || !empty || passed.status !== 200) return;
					passing.query.delete("cursor");
					await replace(passed, again);
				},
			}),
		},
		{
			finds: "cursor.again",
			what: "forgets an event at the third reading of a cursor",
			make: () => {
				const asked = new Map<string, number>();
				return json(
					(passing) => get(chat)(passing) && cursorOf(passing) !== null,
					(body) => {
						const key = JSON.stringify(at(body, ["events", 0]) ?? null);
						const times = (asked.get(key) ?? 0) + 1;
						asked.set(key, times);
						if (times === 3) edit(body, ["events"], (old) => list(old).slice(1));
					},
				);
			},
		},
		{
			finds: "cursor.malformed",
			what: "has another code for a malformed cursor",
			make: () => code((passing) => get(chat)(passing) && isMalformed(passing), "bad_request"),
		},
		{
			finds: "cursor.foreign",
			what: "takes another session's cursor for none",
			make: () => ({
				async answer(passed, passing, again) {
					const foreign = get(chat)(passing) && cursorOf(passing) !== null && !isMalformed(passing);
					if (passed.status !== 400 || !foreign) return;
					passing.query.delete("cursor");
					await replace(passed, again);
				},
			}),
		},
		{
			finds: "wait.most",
			what: "refuses the longest wait",
			make: () => status(({ query }) => query.get("wait") === "30000", 200, 400),
		},
		{
			finds: "wait.over",
			what: "breaks over a wait that is too long",
			make: () => status(({ query }) => query.get("wait") === "30001", 400, 500),
		},
		{
			finds: "wait.form",
			what: "breaks over a wait that is no number",
			make: () => status(({ query }) => query.get("wait") === "soon", 400, 502),
		},
		{
			finds: "wait.rest",
			what: "has no page at the end of a wait",
			make: () => status(({ query }) => query.get("wait") === "200", 200, 204),
		},
		{
			finds: "wait.held",
			what: "answers a wait at once",
			make: () =>
				request(({ query }) => {
					if (query.get("wait") === "200") query.delete("wait");
				}),
		},
		{
			finds: "stream.type",
			what: "calls its stream plain text",
			make: () => ({
				answer(passed, { path }) {
					if (path === "/stream") passed.headers["content-type"] = "text/plain";
				},
			}),
		},
		{
			finds: "stream.page",
			what: "sends pages without a cursor in the stream",
			make: frame((page) => edit(page, ["cursor"], () => null)),
		},
		{
			finds: "stream.names",
			what: "sends an event of another name",
			make: () => ({ frame: (text) => `event: heartbeat\ndata: {}\n\n${text}` }),
		},
		{
			finds: "stream.same",
			what: "leaves the first event out of the stream",
			make: frame((page) => edit(page, ["events"], (old) => list(old).slice(1))),
		},
		{
			finds: "stream.cursor",
			what: "has another code for a malformed cursor of the stream",
			make: () => code((passing) => passing.path.endsWith("/stream"), "bad_request"),
		},
		{
			finds: "commits.form",
			what: "has a commit state of its own",
			make: commits((view) => edit(view, ["state"], () => "sleeping")),
		},
		{
			finds: "commits.session",
			what: "shows a commit of another session",
			make: commits((view) => edit(view, ["thread_id"], () => "another")),
		},
		{
			finds: "commits.batch",
			what: "counts a batch from one",
			make: () =>
				json(get(chat), (body) => {
					for (const view of list(at(body, ["commits"])))
						edit(view, ["batch", "index"], (old) => (typeof old === "number" ? old + 1 : old));
				}),
		},
		{
			finds: "commits.extra",
			verdict: "extra",
			what: "adds a member to a commit's review",
			make: commits((view) => edit(view, ["review", "signing_mode"], () => "auto")),
		},
		{
			finds: "commits.get",
			what: "leaves the signer out of a commit that is read by itself",
			make: () =>
				json(get(commit), (view) => {
					if (typeof view === "object" && view !== null) Reflect.deleteProperty(view, "signer");
				}),
		},
		{
			finds: "commits.same",
			what: "answers with another commit",
			make: () => json(get(commit), (view) => edit(view, ["commit_id"], () => "another")),
		},
		{
			finds: "commits.same",
			what: "goes back to a version before the first",
			make: () => json(get(commit), (view) => edit(view, ["version"], () => 0)),
		},
		{
			finds: "commits.revision",
			what: "shows another review under the same revision",
			make: () =>
				json(get(commit), (view) => edit(view, ["review", "digest"], () => `sha256:${"ab".repeat(32)}`)),
		},
		{
			finds: "commits.payload",
			what: "has something else signed than its review shows",
			make: () =>
				json(get(commit), (view) => edit(view, ["action", "payload", "transaction", "value"], () => "12345")),
		},
		{
			finds: "commits.unknown",
			what: "answers an unknown commit by 400",
			make: () => status(get(commit), 404, 400),
		},
		{
			finds: "directory.root",
			what: "calls a directory a folder",
			make: () => json(get("/v1/pipeline"), (body) => edit(body, ["kind"], () => "folder")),
		},
		{
			finds: "directory.svm",
			what: "answers with the directory above",
			make: () => json(get("/v1/pipeline/svm"), (body) => edit(body, ["path"], () => "/v1/pipeline")),
		},
		{
			finds: "directory.extra",
			verdict: "extra",
			what: "adds a member to a directory",
			make: () => json(get("/v1/pipeline"), (body) => edit(body, ["surprise"], () => 1)),
		},
		{
			finds: "directory.links",
			what: "links to another service",
			make: () =>
				json(get("/v1/pipeline"), (body) =>
					edit(body, ["entries", 0, "href"], () => "https://elsewhere.example/v1/pipeline"),
				),
		},
		{
			finds: "account.secrets",
			what: "says whether an app is ready in words",
			make: account("/v1/account/apps/7/secrets", (body) => edit(body, ["ready"], () => "yes")),
		},
		{
			finds: "account.values",
			what: "returns a secret's value",
			make: account("/v1/account/apps/7/secrets", (body) =>
				edit(body, ["slots", 0, "value"], () => "hunter2"),
			),
		},
		{
			finds: "account.credits",
			what: "counts credit in fractions",
			make: account("/v1/account/credits", (body) => edit(body, ["bank", "balance_microusd"], () => 1.5)),
		},
		{
			finds: "account.apps",
			what: "lists apps by name only",
			make: account("/v1/account/apps", (body) => edit(body, ["apps"], () => ["test-vault"])),
		},
		{
			finds: "errors.envelope",
			what: "has another envelope for one error",
			make: () => ({
				answer(passed, passing) {
					if (/no-such-thing/.test(passing.path)) passed.json = { message: "nothing here" };
				},
			}),
		},
		{
			finds: "errors.route",
			what: "answers an unknown path by 400",
			make: () => status(get(/no-such-thing/), 404, 400),
		},
		{
			finds: "errors.requestId",
			what: "names another request in the header than in the body",
			make: () => ({
				answer(passed, passing) {
					if (/no-such-thing/.test(passing.path)) passed.headers["x-request-id"] = "req_another";
				},
			}),
		},
	];
}
