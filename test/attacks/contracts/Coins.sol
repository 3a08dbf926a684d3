// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Interface of the corpus's tokens.
interface ICoin {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
}

/**
 * Token like the large ones: EIP-20, EIP-2612, and votes like COMP. Anyone may mint and grant allowances,
 * since it is for tests.
 */
contract OpenCoin {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public nonces;
    mapping(address => address) public delegates;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event DelegateChanged(address indexed delegator, address indexed fromDelegate, address indexed toDelegate);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 value) public virtual {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    /// Sets an allowance that the owner gave earlier.
    function grant(address owner, address spender, uint256 value) external {
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        permitted(msg.sender, spender, value);
        return true;
    }

    function increaseAllowance(address spender, uint256 value) external returns (bool) {
        permitted(msg.sender, spender, allowance[msg.sender][spender] + value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "allowance too low");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
        return true;
    }

    function delegate(address to) external {
        emit DelegateChanged(msg.sender, delegates[msg.sender], to);
        delegates[msg.sender] = to;
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "expired");
        bytes32 kind =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 body = keccak256(abi.encode(kind, owner, spender, value, nonces[owner]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), body)), v, r, s);
        require(signer != address(0) && signer == owner, "not the owner's signature");
        permitted(owner, spender, value);
    }

    function permitted(address owner, address spender, uint256 value) internal {
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function burn(address from, uint256 value) internal {
        require(balanceOf[from] >= value, "balance too low");
        balanceOf[from] -= value;
        totalSupply -= value;
        emit Transfer(from, address(0), value);
    }

    function move(address from, address to, uint256 value) internal {
        require(balanceOf[from] >= value, "balance too low");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// EIP-4626 vault with one share per asset, and the operators and requests of EIP-7540.
contract ShareVault is OpenCoin {
    address public immutable asset;
    mapping(address => mapping(address => bool)) public isOperator;
    mapping(address => uint256) public pendingRedeem;

    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
    event Withdraw(
        address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares
    );
    event OperatorSet(address indexed controller, address indexed operator, bool approved);
    event RedeemRequest(
        address indexed controller, address indexed owner, uint256 indexed requestId, address sender, uint256 shares
    );

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address asset_) OpenCoin(name_, symbol_, decimals_) {
        asset = asset_;
    }

    /// Shares are only minted for deposits.
    function mint(address to, uint256 value) public override {
        to;
        value;
        revert("deposit instead");
    }

    function deposit(uint256 assets, address receiver) public returns (uint256) {
        require(ICoin(asset).transferFrom(msg.sender, address(this), assets), "not paid");
        super.mint(receiver, assets);
        emit Deposit(msg.sender, receiver, assets, assets);
        return assets;
    }

    function mint(uint256 shares, address receiver) external returns (uint256) {
        return deposit(shares, receiver);
    }

    function withdraw(uint256 assets, address receiver, address owner) public returns (uint256) {
        if (msg.sender != owner && !isOperator[owner][msg.sender]) {
            require(allowance[owner][msg.sender] >= assets, "allowance too low");
            allowance[owner][msg.sender] -= assets;
        }
        burn(owner, assets);
        require(ICoin(asset).transfer(receiver, assets), "not paid out");
        emit Withdraw(msg.sender, receiver, owner, assets, assets);
        return assets;
    }

    function redeem(uint256 shares, address receiver, address owner) external returns (uint256) {
        return withdraw(shares, receiver, owner);
    }

    function setOperator(address operator, bool approved) external returns (bool) {
        isOperator[msg.sender][operator] = approved;
        emit OperatorSet(msg.sender, operator, approved);
        return true;
    }

    function requestRedeem(uint256 shares, address controller, address owner) external returns (uint256) {
        require(msg.sender == owner || isOperator[owner][msg.sender], "not allowed");
        move(owner, address(this), shares);
        pendingRedeem[controller] += shares;
        emit RedeemRequest(controller, owner, 0, msg.sender, shares);
        return 0;
    }
}

/// EIP-6909: many tokens by id, with operators.
contract ClaimBook {
    mapping(address => mapping(uint256 => uint256)) private held;
    mapping(address => mapping(address => mapping(uint256 => uint256))) public allowance;
    mapping(address => mapping(address => bool)) public isOperator;

    event Transfer(address caller, address indexed from, address indexed to, uint256 indexed id, uint256 amount);
    event OperatorSet(address indexed owner, address indexed operator, bool approved);
    event Approval(address indexed owner, address indexed spender, uint256 indexed id, uint256 amount);

    function balanceOf(address owner, uint256 id) external view returns (uint256) {
        return held[owner][id];
    }

    function mint(address to, uint256 id, uint256 amount) external {
        held[to][id] += amount;
        emit Transfer(msg.sender, address(0), to, id, amount);
    }

    function setOperator(address operator, bool approved) external returns (bool) {
        isOperator[msg.sender][operator] = approved;
        emit OperatorSet(msg.sender, operator, approved);
        return true;
    }

    function approve(address spender, uint256 id, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender][id] = amount;
        emit Approval(msg.sender, spender, id, amount);
        return true;
    }

    function transfer(address to, uint256 id, uint256 amount) external returns (bool) {
        held[msg.sender][id] -= amount;
        held[to][id] += amount;
        emit Transfer(msg.sender, msg.sender, to, id, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 id, uint256 amount) external returns (bool) {
        if (msg.sender != from && !isOperator[from][msg.sender]) allowance[from][msg.sender][id] -= amount;
        held[from][id] -= amount;
        held[to][id] += amount;
        emit Transfer(msg.sender, from, to, id, amount);
        return true;
    }
}

/// EIP-721 with transfers and EIP-4907 rentals. Base of the positions, names and rented items here.
contract Items {
    mapping(uint256 => address) internal holder;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    mapping(uint256 => address) private user;
    mapping(uint256 => uint64) public userExpires;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
    event UpdateUser(uint256 indexed tokenId, address indexed user, uint64 expires);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function give(address to, uint256 tokenId) external {
        require(holder[tokenId] == address(0), "given already");
        holder[tokenId] = to;
        balanceOf[to] += 1;
        emit Transfer(address(0), to, tokenId);
    }

    function ownerOf(uint256 tokenId) public view returns (address) {
        require(holder[tokenId] != address(0), "no such item");
        return holder[tokenId];
    }

    function approve(address to, uint256 tokenId) external {
        require(msg.sender == ownerOf(tokenId), "not the owner");
        getApproved[tokenId] = to;
        emit Approval(msg.sender, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        require(mayUse(msg.sender, tokenId) && holder[tokenId] == from, "not allowed");
        delete getApproved[tokenId];
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        holder[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        transferFrom(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes calldata) external {
        transferFrom(from, to, tokenId);
    }

    /// Rents an item out (EIP-4907).
    function setUser(uint256 tokenId, address to, uint64 expires) external {
        require(mayUse(msg.sender, tokenId), "not allowed");
        user[tokenId] = to;
        userExpires[tokenId] = expires;
        emit UpdateUser(tokenId, to, expires);
    }

    function userOf(uint256 tokenId) external view returns (address) {
        return userExpires[tokenId] >= block.timestamp ? user[tokenId] : address(0);
    }

    function mayUse(address who, uint256 tokenId) internal view returns (bool) {
        address owner = ownerOf(tokenId);
        return who == owner || getApproved[tokenId] == who || isApprovedForAll[owner][who];
    }
}

/// CryptoPunks, a collection that is older than the standards.
contract PunkMarket {
    struct Offer {
        bool isForSale;
        uint256 punkIndex;
        address seller;
        uint256 minValue;
        address onlySellTo;
    }

    mapping(uint256 => address) public punkIndexToAddress;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => Offer) public punksOfferedForSale;

    event PunkTransfer(address indexed from, address indexed to, uint256 punkIndex);
    event PunkOffered(uint256 indexed punkIndex, uint256 minValue, address indexed toAddress);
    event PunkBought(uint256 indexed punkIndex, uint256 value, address indexed fromAddress, address indexed toAddress);

    function setInitialOwner(address to, uint256 punkIndex) external {
        require(punkIndexToAddress[punkIndex] == address(0), "given already");
        punkIndexToAddress[punkIndex] = to;
        balanceOf[to] += 1;
    }

    function transferPunk(address to, uint256 punkIndex) external {
        require(punkIndexToAddress[punkIndex] == msg.sender, "not the owner");
        pass(to, punkIndex);
        emit PunkTransfer(msg.sender, to, punkIndex);
    }

    function offerPunkForSaleToAddress(uint256 punkIndex, uint256 minSalePriceInWei, address toAddress) external {
        require(punkIndexToAddress[punkIndex] == msg.sender, "not the owner");
        punksOfferedForSale[punkIndex] = Offer(true, punkIndex, msg.sender, minSalePriceInWei, toAddress);
        emit PunkOffered(punkIndex, minSalePriceInWei, toAddress);
    }

    function buyPunk(uint256 punkIndex) external payable {
        Offer memory offer = punksOfferedForSale[punkIndex];
        require(offer.isForSale && (offer.onlySellTo == address(0) || offer.onlySellTo == msg.sender), "not offered");
        require(msg.value >= offer.minValue, "too little");
        pass(msg.sender, punkIndex);
        delete punksOfferedForSale[punkIndex];
        emit PunkBought(punkIndex, msg.value, offer.seller, msg.sender);
    }

    function pass(address to, uint256 punkIndex) private {
        balanceOf[punkIndexToAddress[punkIndex]] -= 1;
        balanceOf[to] += 1;
        punkIndexToAddress[punkIndex] = to;
    }
}
