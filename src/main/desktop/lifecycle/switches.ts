import { t } from "../../../text/index.ts";

/**
 * Switches that would let another program inspect this one or intercept its connections, and those that would
 * remove the windows' sandbox, as a launcher does automatically if the system offers none.
 */

/**
 * Prefixes, so that each covers a family; without leading dashes, in lower case; Node.js accepts `_` for `-`.
 */
const REFUSED = [
	"inspect",
	"debug",
	"remote-debugging-",
	"remote-allow-origins",
	"js-flags",
	"load-extension",
	"disable-web-security",
	"ignore-certificate-errors",
	"host-rules",
	"host-resolver-rules",
	"ssl-key-log-file",
	"log-net-log",
	"net-log-",
	"require",
	"import",
	"experimental-loader",
	"loader",
	"renderer-cmd-prefix",
	"utility-cmd-prefix",
	"gpu-launcher",
	"wait-for-debugger",
	"no-sandbox",
	"disable-setuid-sandbox",
	"disable-namespace-sandbox",
	"disable-seccomp",
	"single-process",
	"no-zygote",
] as const;

/** Each of these has the same effect with any value. */
const VARIABLES = ["ELECTRON_RUN_AS_NODE", "ELECTRON_DISABLE_SANDBOX", "SSLKEYLOGFILE"] as const;

const nameOf = (argument: string) =>
	/^(?:--?|\/)([a-z0-9_-]+)/i.exec(argument)?.[1]?.toLowerCase().replaceAll("_", "-").replace(/^-+/, "") ??
	null;

function isRefused(argument: string): boolean {
	if (!argument.startsWith("-") && !(process.platform === "win32" && argument.startsWith("/"))) return false;
	if (/^-r$/.test(argument)) return true;
	const name = nameOf(argument);
	return name !== null && REFUSED.some((each) => name.startsWith(each));
}

/**
 * Returns the first switch or variable with which a packaged app refuses to start; `null` if there is none.
 * Its value is not repeated: it may be somebody's path or port.
 * @param given the command line without the program's own name, and the arguments that Node.js consumed
 */
export function refusedSwitch(
	given: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): string | null {
	const options = (environment["NODE_OPTIONS"] ?? "").split(/\s+/).filter((each) => each !== "");
	const found = [...given, ...options].find(isRefused);
	if (found !== undefined) return found.replace(/=.*$/s, "");
	return VARIABLES.find((name) => (environment[name] ?? "") !== "") ?? null;
}

export const switchText = (name: string) => t("desktop.switch-refused", { name });
