import { parseArgs } from "node:util";

export const USAGE = `npm run dev -- [options]
  --data DIR      keeps what the app stores in DIR (a folder that is removed at the end)
  --inspect       lets a debugger attach to main; says at which address
  --inspect-port N, --devtools-port N   fixed ports in place of free ones
  --no-service    neither service nor chains: the app is given nothing`;

/** Options of `npm run dev`. */
export interface DevOptions {
	readonly help: boolean;
	/** Directory of the app's data; `null` for a folder that is removed at the end. */
	readonly dataDir: string | null;
	readonly inspect: boolean;
	/** 0 for a free one. */
	readonly inspectPort: number;
	/** 0 for a free one. */
	readonly devToolsPort: number;
	readonly service: boolean;
}

/** Reads the command line. Throws where an option is not known or a port is none. */
export function readDevOptions(args: readonly string[]): DevOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			data: { type: "string" },
			inspect: { type: "boolean", default: false },
			"inspect-port": { type: "string", default: "0" },
			"devtools-port": { type: "string", default: "0" },
			"no-service": { type: "boolean", default: false },
			help: { type: "boolean", default: false },
		},
	});
	const inspectPort = portOf(values["inspect-port"]);
	return {
		help: values.help,
		dataDir: values.data ?? null,
		inspect: values.inspect || inspectPort !== 0,
		inspectPort,
		devToolsPort: portOf(values["devtools-port"]),
		service: !values["no-service"],
	};
}

function portOf(text: string): number {
	const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
	if (!(port <= 65_535)) throw new Error(`“${text}” is no port: a number up to 65535.`);
	return port;
}
