import { t } from "../../../text/index.ts";

/**
 * Prefixes of switches that let another program inspect this one or intercept its connections, or that
 * disable the sandbox. They are in lower case and without leading dashes. Node.js accepts `_` for `-`.
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
 * Returns the switch without its value, which may be a path or a port.
 * @param given command line without the program's name, and the arguments that Node.js consumed
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
