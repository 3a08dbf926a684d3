/** Minimal browser: stores cookies, follows redirects and submits one form. */

class Jar {
	readonly #cookies = new Map<string, string>();

	store(response: Response): void {
		for (const line of response.headers.getSetCookie()) {
			const [pair = ""] = line.split(";");
			const at = pair.indexOf("=");
			this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
		}
	}

	header(): string {
		return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
	}
}

export interface Visit {
	/** Page that the app opened. */
	readonly url: string;
	/** User who signs in; `null` to press "Deny". */
	readonly person: string | null;
	/** Query parameters to change in the redirect back to the app. */
	readonly change?: Readonly<Partial<Record<"state" | "iss" | "code", string>>>;
}

const MAX_STEPS = 12;

/**
 * Completes the sign-in, from its first page to the redirect back to the app.
 * @returns the address of that redirect
 */
export async function completeSignIn({ url, person, change = {} }: Visit): Promise<string> {
	const jar = new Jar();
	const { origin } = new URL(url);
	let next = new URL(url);
	let form: URLSearchParams | null = null;
	for (let step = 0; step < MAX_STEPS; step += 1) {
		if (next.origin !== origin) {
			for (const [name, value] of Object.entries(change)) next.searchParams.set(name, value);
			await (await fetch(next)).text();
			return next.href;
		}
		const response: Response = await fetch(next, {
			redirect: "manual",
			headers: { cookie: jar.header() },
			...(form === null ? {} : { method: "POST", body: form }),
		});
		jar.store(response);
		const text = await response.text();
		const location = response.headers.get("location");
		if (location !== null) {
			next = new URL(location, next);
			form = null;
		} else if (response.status === 200 && next.pathname.includes("/interaction/")) {
			form = new URLSearchParams(person === null ? { deny: "yes" } : { person });
		} else throw new Error(`the sign-in page answered ${response.status}: ${text.slice(0, 300)}`);
	}
	throw new Error("the sign-in page redirects too often");
}
