// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import "./Moves.sol";

/// ENS registry (EIP-137).
contract NameRegistry {
	struct Record {
		address owner;
		address resolver;
		uint64 ttl;
	}
	mapping(bytes32 => Record) private records;
	mapping(address => mapping(address => bool)) public isApprovedForAll;

	event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
	event Transfer(bytes32 indexed node, address owner);
	event NewResolver(bytes32 indexed node, address resolver);
	event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

	constructor() {
		records[0x0].owner = msg.sender;
	}

	modifier authorised(bytes32 node) {
		address holder = records[node].owner;
		require(holder == msg.sender || isApprovedForAll[holder][msg.sender]);
		_;
	}

	function owner(bytes32 node) external view returns (address) {
		return records[node].owner;
	}

	function resolver(bytes32 node) external view returns (address) {
		return records[node].resolver;
	}

	function setOwner(bytes32 node, address owner_) external authorised(node) {
		records[node].owner = owner_;
		emit Transfer(node, owner_);
	}

	function setSubnodeOwner(bytes32 node, bytes32 label, address owner_) public authorised(node) returns (bytes32 sub) {
		sub = keccak256(abi.encodePacked(node, label));
		records[sub].owner = owner_;
		emit NewOwner(node, label, owner_);
	}

	function setSubnodeRecord(bytes32 node, bytes32 label, address owner_, address resolver_, uint64 ttl) external {
		bytes32 sub = setSubnodeOwner(node, label, owner_);
		records[sub].resolver = resolver_;
		records[sub].ttl = ttl;
		emit NewResolver(sub, resolver_);
	}

	function setResolver(bytes32 node, address resolver_) external authorised(node) {
		records[node].resolver = resolver_;
		emit NewResolver(node, resolver_);
	}

	function setApprovalForAll(address operator, bool approved) external {
		isApprovedForAll[msg.sender][operator] = approved;
		emit ApprovalForAll(msg.sender, operator, approved);
	}
}

/// Registrar of .eth names: owners and expirations.
contract NameRegistrar is ERC721 {
	NameRegistry private immutable ens;
	address private immutable keeper;
	bytes32 public constant baseNode = 0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae;
	mapping(uint256 => uint256) private expires;
	mapping(address => bool) public controllers;
	event NameRegistered(uint256 indexed id, address indexed owner, uint256 expires);
	event NameRenewed(uint256 indexed id, uint256 expires);

	constructor(NameRegistry ens_) ERC721("", "") {
		ens = ens_;
		keeper = msg.sender;
	}

	function addController(address controller) external {
		require(msg.sender == keeper);
		controllers[controller] = true;
	}

	function nameExpires(uint256 id) external view returns (uint256) {
		return expires[id];
	}

	function register(uint256 id, address to, uint256 duration) external returns (uint256) {
		require(controllers[msg.sender]);
		expires[id] = block.timestamp + duration;
		_mint(to, id);
		ens.setSubnodeOwner(baseNode, bytes32(id), to);
		emit NameRegistered(id, to, expires[id]);
		return expires[id];
	}

	function renew(uint256 id, uint256 duration) external returns (uint256) {
		require(controllers[msg.sender]);
		expires[id] += duration;
		emit NameRenewed(id, expires[id]);
		return expires[id];
	}

	function reclaim(uint256 id, address owner) external {
		require(_isApprovedOrOwner(msg.sender, id));
		ens.setSubnodeOwner(baseNode, bytes32(id), owner);
	}
}

interface IReverse {
	function setNameForAddr(address addr, address owner, address resolver, string memory name) external;
}

/// Sells names per year for ether and refunds the excess.
contract NameController {
	NameRegistrar private immutable base;
	uint256 private constant YEAR = 0.0016 ether;
	mapping(bytes32 => uint256) public commitments;
	event NameRegistered(string name, bytes32 indexed label, address indexed owner, uint256 baseCost, uint256 premium, uint256 expires);
	event NameRenewed(string name, bytes32 indexed label, uint256 cost, uint256 expires);

	constructor(NameRegistrar base_) {
		base = base_;
	}

	function rentPrice(string memory, uint256 duration) public pure returns (uint256) {
		return (YEAR * duration) / 365 days;
	}

	function makeCommitment(
		string calldata,
		address,
		uint256,
		bytes32,
		address,
		bytes[] calldata,
		bool,
		uint16
	) external pure returns (bytes32) {
		return keccak256(msg.data[4:]);
	}

	function commit(bytes32 commitment) external {
		commitments[commitment] = block.timestamp;
	}

	function register(
		string calldata name,
		address owner,
		uint256 duration,
		bytes32,
		address,
		bytes[] calldata,
		bool,
		uint16
	) external payable {
		bytes32 commitment = keccak256(msg.data[4:]);
		require(commitments[commitment] > 0, "CommitmentTooNew");
		delete commitments[commitment];
		_register(name, owner, duration);
	}

	function _register(string calldata name, address owner, uint256 duration) private {
		uint256 cost = rentPrice(name, duration);
		require(msg.value >= cost, "InsufficientValue");
		bytes32 label = keccak256(bytes(name));
		uint256 until = base.register(uint256(label), owner, duration);
		emit NameRegistered(name, label, owner, cost, 0, until);
		if (msg.value > cost) Moves.pay(address(0), msg.sender, msg.value - cost);
	}

	function renew(string calldata name, uint256 duration) external payable {
		uint256 cost = rentPrice(name, duration);
		require(msg.value >= cost, "InsufficientValue");
		bytes32 label = keccak256(bytes(name));
		emit NameRenewed(name, label, cost, base.renew(uint256(label), duration));
		if (msg.value > cost) Moves.pay(address(0), msg.sender, msg.value - cost);
	}
}

/// Resolver. Only the owner of a name can write its records.
contract NameResolver {
	NameRegistry private immutable ens;
	mapping(bytes32 => bytes) private addresses;
	mapping(bytes32 => mapping(string => string)) private texts;
	mapping(bytes32 => bytes) private contents;
	event AddrChanged(bytes32 indexed node, address a);
	event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);
	event ContenthashChanged(bytes32 indexed node, bytes hash);

	constructor(NameRegistry ens_) {
		ens = ens_;
	}

	modifier authorised(bytes32 node) {
		require(ens.owner(node) == msg.sender);
		_;
	}

	function setAddr(bytes32 node, address a) external authorised(node) {
		addresses[node] = abi.encodePacked(a);
		emit AddrChanged(node, a);
	}

	function addr(bytes32 node) external view returns (address) {
		bytes memory kept = addresses[node];
		return kept.length == 20 ? address(bytes20(kept)) : address(0);
	}

	function setText(bytes32 node, string calldata key, string calldata value) external authorised(node) {
		texts[node][key] = value;
		emit TextChanged(node, key, key, value);
	}

	function setContenthash(bytes32 node, bytes calldata hash) external authorised(node) {
		contents[node] = hash;
		emit ContenthashChanged(node, hash);
	}

	function multicall(bytes[] calldata data) external returns (bytes[] memory results) {
		results = new bytes[](data.length);
		for (uint256 i; i < data.length; i++) {
			(bool ok, bytes memory said) = address(this).delegatecall(data[i]);
			require(ok);
			results[i] = said;
		}
	}
}

/// Reverse registrar: names of addresses.
contract ReverseNames {
	mapping(address => string) public nameOf;
	event ReverseClaimed(address indexed addr, bytes32 indexed node);

	function setName(string calldata name) external returns (bytes32 node) {
		nameOf[msg.sender] = name;
		node = keccak256(abi.encodePacked(msg.sender));
		emit ReverseClaimed(msg.sender, node);
	}
}
