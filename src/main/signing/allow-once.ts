import { message } from "../../core/message.ts";
import { sameRefusals } from "../../core/rules/check-rules.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { done, refused } from "../outcome.ts";
import { exceptedOf } from "../reviewing/excepted.ts";
import type { Reviews } from "../reviewing/reviews/reviews-types.ts";
import type { Excepted, Exceptions } from "../rules/exceptions.ts";
import { admitLoosening, type PasswordDeps } from "../rules/password.ts";
import type { WindowRoute } from "../window-route.ts";

export interface AllowOnceDeps extends PasswordDeps {
	readonly exceptions: Exceptions;
	readonly reviews: Pick<Reviews, "get">;
	/** Where the trusted window is. */
	place(): WindowRoute;
	/** Something that a window shows has changed. */
	changed(): void;
}

/** Still the very review for which it was offered, and still on screen. */
function stillStands(deps: AllowOnceDeps, taken: Excepted): boolean {
	const place = deps.place();
	if (place.kind !== "entry" || place.entryId !== taken.entryId || place.mode !== "review") return false;
	const review = deps.reviews.get(taken.entryId);
	const now = review === null ? null : exceptedOf(review, taken.entryId);
	return (
		now !== null &&
		now.fingerprint === taken.fingerprint &&
		now.digest === taken.digest &&
		sameRefusals(now.refusals, taken.refusals)
	);
}

/**
 * Sets aside, for one approval of what is on screen, the rules that refuse it. It approves nothing: that takes a ticket
 * and the held press, as ever. The offer is spent by the try, so that no message counts twice.
 */
export async function allowOnce(
	deps: AllowOnceDeps,
	asked: { readonly offer: string; readonly fingerprint: string; readonly password: string },
): Promise<CommandOutcome> {
	const taken = deps.exceptions.take(asked.offer);
	deps.changed();
	if (taken === null || taken.fingerprint !== asked.fingerprint || !stillStands(deps, taken))
		return refused(message("app.exception.gone"));
	const admitted = await admitLoosening(deps, asked.password);
	if (!admitted.ok) return admitted;
	// While the password was looked at, everything may have changed.
	if (!stillStands(deps, taken) || !deps.exceptions.grant(taken))
		return refused(message("app.exception.gone"));
	deps.changed();
	return done;
}
