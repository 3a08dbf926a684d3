/** Replaces the JSON schema validator that electron-store imports, because no store here has a schema. */
export class Ajv2020 {
	constructor() {
		throw new Error("This build has no JSON schema validator.");
	}
}

// oxlint-disable-next-line import/no-default-export -- `ajv-formats` has only a default export.
export default (): never => {
	throw new Error("This build has no JSON schema validator.");
};
