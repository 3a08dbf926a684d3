// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import "@openzeppelin/contracts/token/ERC20/extensions/ERC20Votes.sol";

/// Wrapped ether like WETH9. It accepts ether through `deposit` or a plain transfer, and has no permit.
contract WrappedEther {
	string public name = "Wrapped Ether";
	string public symbol = "WETH";
	uint8 public decimals = 18;

	event Approval(address indexed src, address indexed guy, uint256 wad);
	event Transfer(address indexed src, address indexed dst, uint256 wad);
	event Deposit(address indexed dst, uint256 wad);
	event Withdrawal(address indexed src, uint256 wad);

	mapping(address => uint256) public balanceOf;
	mapping(address => mapping(address => uint256)) public allowance;

	receive() external payable {
		deposit();
	}

	function deposit() public payable {
		balanceOf[msg.sender] += msg.value;
		emit Deposit(msg.sender, msg.value);
	}

	function withdraw(uint256 wad) external {
		balanceOf[msg.sender] -= wad;
		(bool ok, ) = msg.sender.call{value: wad}("");
		require(ok);
		emit Withdrawal(msg.sender, wad);
	}

	function totalSupply() external view returns (uint256) {
		return address(this).balance;
	}

	function approve(address guy, uint256 wad) external returns (bool) {
		allowance[msg.sender][guy] = wad;
		emit Approval(msg.sender, guy, wad);
		return true;
	}

	function transfer(address dst, uint256 wad) external returns (bool) {
		return transferFrom(msg.sender, dst, wad);
	}

	function transferFrom(address src, address dst, uint256 wad) public returns (bool) {
		if (src != msg.sender && allowance[src][msg.sender] != type(uint256).max) {
			allowance[src][msg.sender] -= wad;
		}
		balanceOf[src] -= wad;
		balanceOf[dst] += wad;
		emit Transfer(src, dst, wad);
		return true;
	}
}

/// Token with EIP-2612 permits and a minter, for any name and decimals.
contract Coin is ERC20Permit {
	address public immutable minter;
	uint8 private immutable places;

	constructor(string memory name, string memory symbol, uint8 decimals_)
		ERC20(name, symbol)
		ERC20Permit(name)
	{
		minter = msg.sender;
		places = decimals_;
	}

	function decimals() public view override returns (uint8) {
		return places;
	}

	function mint(address to, uint256 amount) external {
		require(msg.sender == minter, "minter");
		_mint(to, amount);
	}
}

/// Sends three percent of every transfer to its treasury.
contract TaxedCoin is ERC20 {
	address public immutable treasury;

	constructor(address treasury_) ERC20("Taxed Coin", "TAXD") {
		treasury = treasury_;
	}

	function mint(address to, uint256 amount) external {
		_mint(to, amount);
	}

	function _transfer(address from, address to, uint256 amount) internal override {
		uint256 tax = (amount * 3) / 100;
		super._transfer(from, treasury, tax);
		super._transfer(from, to, amount - tax);
	}
}

/// Token like USDC, with permits of version 2, transfers by signature, and a blocklist.
contract FiatToken is ERC20 {
	mapping(address => uint256) public nonces;
	mapping(address => mapping(bytes32 => bool)) public authorizationState;
	mapping(address => bool) public isBlacklisted;
	address public immutable masterMinter;

	bytes32 public constant PERMIT_TYPEHASH =
		keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
	bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH =
		keccak256(
			"TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
		);

	constructor() ERC20("USD Coin", "USDC") {
		masterMinter = msg.sender;
	}

	function version() external pure returns (string memory) {
		return "2";
	}

	function decimals() public pure override returns (uint8) {
		return 6;
	}

	function mint(address to, uint256 amount) external {
		require(msg.sender == masterMinter, "FiatToken: caller is not a minter");
		_mint(to, amount);
	}

	function DOMAIN_SEPARATOR() public view returns (bytes32) {
		return
			keccak256(
				abi.encode(
					keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
					keccak256("USD Coin"),
					keccak256("2"),
					block.chainid,
					address(this)
				)
			);
	}

	function permit(
		address owner,
		address spender,
		uint256 value,
		uint256 deadline,
		uint8 v,
		bytes32 r,
		bytes32 s
	) external {
		require(block.timestamp <= deadline, "FiatTokenV2: permit is expired");
		bytes32 said = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
		require(_signer(said, v, r, s) == owner, "EIP2612: invalid signature");
		_approve(owner, spender, value);
	}

	function transferWithAuthorization(
		address from,
		address to,
		uint256 value,
		uint256 validAfter,
		uint256 validBefore,
		bytes32 nonce,
		uint8 v,
		bytes32 r,
		bytes32 s
	) external {
		require(block.timestamp > validAfter && block.timestamp < validBefore, "FiatTokenV2: not valid now");
		require(!authorizationState[from][nonce], "FiatTokenV2: authorization is used");
		authorizationState[from][nonce] = true;
		bytes32 said = keccak256(
			abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
		);
		require(_signer(said, v, r, s) == from, "FiatTokenV2: invalid signature");
		_transfer(from, to, value);
	}

	function _signer(bytes32 said, uint8 v, bytes32 r, bytes32 s) private view returns (address) {
		return ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), said)), v, r, s);
	}

	function _beforeTokenTransfer(address from, address to, uint256) internal view override {
		require(!isBlacklisted[from] && !isBlacklisted[to], "Blacklistable: account is blacklisted");
	}
}

/// Token like USDT: functions return nothing, and an allowance must be zero before it can be set again.
contract Tether {
	string public name = "Tether USD";
	string public symbol = "USDT";
	uint256 public decimals = 6;
	uint256 public totalSupply;
	address public owner;
	mapping(address => uint256) public balanceOf;
	mapping(address => mapping(address => uint256)) public allowance;

	event Transfer(address indexed from, address indexed to, uint256 value);
	event Approval(address indexed owner, address indexed spender, uint256 value);

	constructor() {
		owner = msg.sender;
	}

	function issue(address to, uint256 amount) external {
		require(msg.sender == owner);
		totalSupply += amount;
		balanceOf[to] += amount;
		emit Transfer(address(0), to, amount);
	}

	function transfer(address to, uint256 value) external {
		_move(msg.sender, to, value);
	}

	function transferFrom(address from, address to, uint256 value) external {
		if (allowance[from][msg.sender] < type(uint256).max) allowance[from][msg.sender] -= value;
		_move(from, to, value);
	}

	function approve(address spender, uint256 value) external {
		require(value == 0 || allowance[msg.sender][spender] == 0);
		allowance[msg.sender][spender] = value;
		emit Approval(msg.sender, spender, value);
	}

	function _move(address from, address to, uint256 value) private {
		balanceOf[from] -= value;
		balanceOf[to] += value;
		emit Transfer(from, to, value);
	}
}

/// Token like DAI, whose permit allows all or nothing.
contract Dai {
	string public constant name = "Dai Stablecoin";
	string public constant symbol = "DAI";
	string public constant version = "1";
	uint8 public constant decimals = 18;
	uint256 public totalSupply;
	mapping(address => uint256) public wards;
	mapping(address => uint256) public balanceOf;
	mapping(address => mapping(address => uint256)) public allowance;
	mapping(address => uint256) public nonces;

	bytes32 public constant PERMIT_TYPEHASH =
		keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");

	event Approval(address indexed src, address indexed guy, uint256 wad);
	event Transfer(address indexed src, address indexed dst, uint256 wad);

	constructor() {
		wards[msg.sender] = 1;
	}

	function DOMAIN_SEPARATOR() public view returns (bytes32) {
		return
			keccak256(
				abi.encode(
					keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
					keccak256(bytes(name)),
					keccak256(bytes(version)),
					block.chainid,
					address(this)
				)
			);
	}

	function mint(address usr, uint256 wad) external {
		require(wards[msg.sender] == 1, "Dai/not-authorized");
		totalSupply += wad;
		balanceOf[usr] += wad;
		emit Transfer(address(0), usr, wad);
	}

	function transfer(address dst, uint256 wad) external returns (bool) {
		return transferFrom(msg.sender, dst, wad);
	}

	function transferFrom(address src, address dst, uint256 wad) public returns (bool) {
		require(balanceOf[src] >= wad, "Dai/insufficient-balance");
		if (src != msg.sender && allowance[src][msg.sender] != type(uint256).max) {
			require(allowance[src][msg.sender] >= wad, "Dai/insufficient-allowance");
			allowance[src][msg.sender] -= wad;
		}
		balanceOf[src] -= wad;
		balanceOf[dst] += wad;
		emit Transfer(src, dst, wad);
		return true;
	}

	function approve(address usr, uint256 wad) external returns (bool) {
		allowance[msg.sender][usr] = wad;
		emit Approval(msg.sender, usr, wad);
		return true;
	}

	function permit(
		address holder,
		address spender,
		uint256 nonce,
		uint256 expiry,
		bool allowed,
		uint8 v,
		bytes32 r,
		bytes32 s
	) external {
		bytes32 said = keccak256(abi.encode(PERMIT_TYPEHASH, holder, spender, nonce, expiry, allowed));
		bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), said));
		require(holder != address(0) && holder == ecrecover(digest, v, r, s), "Dai/invalid-permit");
		require(expiry == 0 || block.timestamp <= expiry, "Dai/permit-expired");
		require(nonce == nonces[holder]++, "Dai/invalid-nonce");
		allowance[holder][spender] = allowed ? type(uint256).max : 0;
		emit Approval(holder, spender, allowance[holder][spender]);
	}
}

/// Voting token like UNI and ENS, with OpenZeppelin's checkpoints.
contract VotesToken is ERC20Votes {
	address public immutable minter;

	constructor(string memory name, string memory symbol) ERC20(name, symbol) ERC20Permit(name) {
		minter = msg.sender;
	}

	function mint(address to, uint256 amount) external {
		require(msg.sender == minter, "minter");
		_mint(to, amount);
	}
}
