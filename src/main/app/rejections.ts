import { z } from "zod";
import type { Outcome } from "../../bridge/procedures.ts";
import { commitIdOf } from "../inbox/entry.ts";
import { ServiceError } from "../service/errors.ts";
import { done, refused } from "./outcome.ts";
import type { App } from "./parts.ts";

/**
 * A "no" of the person: durable before the first try, so that a crash can't lose it. The interface's rejection
 * carries no reason (learnt.md 7.1), so the reason follows as the person's next message in that session.
 */

export const REJECTION = "reject";

export const rejection = z.strictObject({
	commitId: z.string(),
	sessionId: z.string(),
	headline: z.string(),
	reason: z.string(),
});
export type Rejection = z.infer<typeof rejection>;

const AGAIN_MS = 2_000;

/** The person has said no to this commit, and the service is still being told. */
export function isRejecting(app: App, commitId: string): boolean {
	return app.intents
		.pending(app.account().scope)
		.some(({ kind, body }) => kind === REJECTION && rejection.safeParse(body).data?.commitId === commitId);
}

export async function rejectEntry(app: App, entryId: string, reason: string): Promise<Outcome> {
	const entry = app.entry(entryId);
	const commitId = commitIdOf(entryId);
	if (entry === null || commitId === null) return refused("This request is not here any more.");
	if (entry.row?.live === true)
		return refused(
			"You approved this already; the service may have the signature, so it can't be rejected here.",
		);
	const body: Rejection = {
		commitId,
		sessionId: entry.sessionId,
		headline: app.reviews.get(commitId)?.headline.text ?? "this request",
		reason,
	};
	const intent = app.intents.remember(REJECTION, app.account().scope, body);
	const first = await tryReject(app, intent.id, intent.key, body);
	if (first !== "later") return first;
	carryOn(app, intent.id, intent.key, body);
	app.go({ kind: "empty" }, false);
	app.ports.desktop.hideTrusted();
	return done;
}

/** Takes up the rejections that a crash or a lost network left. */
export function recoverRejections(app: App): void {
	for (const intent of app.intents.pending(app.account().scope)) {
		if (intent.kind !== REJECTION) continue;
		const body = rejection.safeParse(intent.body);
		if (body.success) carryOn(app, intent.id, intent.key, body.data);
		else app.intents.settle(intent.id);
	}
}

function carryOn(app: App, id: string, key: string, body: Rejection): void {
	const { scope } = app.account();
	app.ports.clock.after(AGAIN_MS, () => {
		if (app.account().scope !== scope || !app.running()) return;
		tryReject(app, id, key, body)
			.then((outcome) => {
				if (outcome === "later") carryOn(app, id, key, body);
			})
			.catch((cause: unknown) => app.ports.log(`rejection: ${String(cause)}`));
	});
}

async function tryReject(app: App, id: string, key: string, body: Rejection): Promise<Outcome | "later"> {
	const { commits, sessions } = app.account();
	try {
		const read = await commits.postManual(body.commitId, body.sessionId, { kind: "rejected" }, key);
		sessions.acceptCommit(body.sessionId, read);
	} catch (cause) {
		if (cause instanceof ServiceError && (cause.retryable || cause.kind === "unauthorized")) return "later";
		app.intents.settle(id);
		await sessions.refreshCommit(body.commitId).catch(() => null);
		if (cause instanceof ServiceError) return refused(cause.words);
		app.ports.log(`rejection: ${String(cause)}`);
		return refused("The rejection could not be told to the service. Nothing was signed.");
	}
	app.intents.settle(id);
	sendReason(app, body);
	const place = app.place();
	if (place.kind === "entry" && commitIdOf(place.entryId) === body.commitId) {
		app.go({ kind: "empty" }, false);
		app.ports.desktop.hideTrusted();
	}
	app.changed();
	return done;
}

/** The reason goes out once the agent rests, since a running turn takes no message. */
function sendReason(app: App, body: Rejection): void {
	const { scope } = app.account();
	const message = `I rejected “${body.headline}”: ${body.reason}`.slice(0, 32_000);
	const attempt = (left: number): void => {
		if (app.account().scope !== scope || !app.running()) return;
		const { sessions } = app.account();
		const session = sessions.list().find((each) => each.id === body.sessionId);
		const busy = session?.turnState === "processing" || session?.pending !== null;
		if (busy && left > 0) {
			app.ports.clock.after(AGAIN_MS / 4, () => attempt(left - 1));
			return;
		}
		const again = () => {
			if (left > 0) app.ports.clock.after(AGAIN_MS, () => attempt(left - 1));
		};
		try {
			void sessions
				.startTurn(body.sessionId, { message, userState: app.userState() })
				.outcome.then((outcome) => {
					if (!outcome.ok) again();
				});
		} catch (cause) {
			// Another message is still on its way, or the journal can't be written.
			app.ports.log(`rejection's reason: ${String(cause)}`);
			again();
		}
	};
	attempt(60);
}
