/** A browser without a screen: keeps cookies, follows redirects, and presses one button. */

class Jar {
	readonly #cookies = new Map<string, string>();

	take(response: Response): void {
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
	/** The page that the app opened. */
	readonly url: string;
	/** null: they press "Deny". */
	readonly person: string | null;
	/** Changes to the redirect on its way back to the app. */
	readonly change?: Readonly<Partial<Record<"state" | "iss" | "code", string>>>;
}

const MAX_STEPS = 12;

/** Goes from the sign-in page back to the app. @returns the address that the app was called at */
export async function visit({ url, person, change = {} }: Visit): Promise<string> {
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
		jar.take(response);
		const text = await response.text();
		const location = response.headers.get("location");
		if (location !== null) {
			next = new URL(location, next);
			form = null;
		} else if (response.status === 200 && next.pathname.includes("/interaction/")) {
			form = new URLSearchParams(person === null ? { deny: "yes" } : { person });
		} else throw new Error(`the sign-in page answered ${response.status}: ${text.slice(0, 300)}`);
	}
	throw new Error("the sign-in page leads on and on");
}
